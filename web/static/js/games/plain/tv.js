// The television with a game that has no parts of its own, and before the first game.

import { tvPage } from "../../tv.js";

tvPage();
