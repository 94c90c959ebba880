// What REIBACH & CO adds to the television: open cards and rows, and the score sheet.

import { tvPage } from "../../tv.js";
import { sheetPanel } from "./sheet.js";
import { tablePanel } from "./table.js";

tvPage([tablePanel, sheetPanel]);
