// What MASTER OF ECONOMY adds to the banker's page.

import { bankerPage } from "../../banker.js";
import { actPanel } from "./act.js";
import { aheadPanel } from "./ahead.js";
import { photoPanel } from "./photo.js";
import { seenPanel } from "./seen.js";
import { corrections } from "./corrections.js";
import { glance } from "./glance.js";
import { marketPanel } from "./market.js";
import { companiesTable, playersTable } from "./tables.js";
import { yearPanel } from "./year.js";

bankerPage({ parts: [glance, yearPanel, actPanel, aheadPanel, companiesTable, playersTable, marketPanel, seenPanel, photoPanel], corrections });
