// A player's page of a game that has no parts of its own.

import { seatPage } from "../../seat.js";
import { actPanel } from "./act.js";

seatPage([actPanel]);
