// HTML that you have as markdown, without a network.
import { convert } from "dragline/converter";

const { markdown } = convert("<h1>Tides</h1><p>High water at <b>06:12</b>.");
console.log(markdown);
