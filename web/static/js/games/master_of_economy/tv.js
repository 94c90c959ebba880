// What MASTER OF ECONOMY adds to the television: companies and players.

import { tvPage } from "../../tv.js";
import { companiesTable, playersTable } from "./tables.js";

tvPage([companiesTable, playersTable]);
