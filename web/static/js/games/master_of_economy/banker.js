// What MASTER OF ECONOMY adds to the banker's page.

import { bankerPage } from "../../banker.js";
import { actPanel } from "./act.js";
import { marketTable } from "./market.js";
import { companiesTable, playersTable } from "./tables.js";
import { yearPanel } from "./year.js";

bankerPage({ parts: [yearPanel, actPanel, companiesTable, playersTable, marketTable] });
