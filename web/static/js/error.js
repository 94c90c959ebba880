// An error page too shows whether the table can be reached.

import { follow } from "./live.js";

follow(() => {});
