// The devices: what was examined stands in the page; here the lamps are lit.

import { askDevice, onTap } from "./command.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";

if (byId("d-walk")) onTap(byId("d-walk"), () => askDevice("/devices/walk", {}));

follow(() => {});
