// The banker's page of a game that has no parts of its own, and before the first game.

import { bankerPage } from "../../banker.js";
import { actPanel } from "./act.js";

bankerPage({ parts: [actPanel] });
