/** Draws the pictures, and knows where on the page a point of them is. */
export const pictureScript = String.raw`
const find = (id) => document.getElementById(id);
const stage = find("stage");
const canvas = find("picture");
const brush = canvas.getContext("2d", { alpha: false });
/* The size of the page in its own pixels, which the next picture shows. */
let pageSize = { width: 1, height: 1 };
let nextSize = pageSize;
let drawing = Promise.resolve();

function draw(bytes) {
  const size = nextSize;
  drawing = drawing.then(async () => {
    try {
      const image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
      if (canvas.width !== image.width) canvas.width = image.width;
      if (canvas.height !== image.height) canvas.height = image.height;
      brush.drawImage(image, 0, 0);
      image.close();
      pageSize = size;
      uncover();
    } catch {
      /* A broken picture is followed by a whole one. */
    }
    say({ type: "drawn" });
  });
}

function pointOf(event) {
  const box = canvas.getBoundingClientRect();
  const along = (value, start, length, size) =>
    Math.min(Math.max((value - start) / (length || 1), 0), 1) * (size - 1);
  return {
    x: along(event.clientX, box.left, box.width, pageSize.width),
    y: along(event.clientY, box.top, box.height, pageSize.height),
  };
}

let sizing = 0;
function tellSize() {
  clearTimeout(sizing);
  sizing = setTimeout(() => {
    const width = Math.round(stage.clientWidth);
    const height = Math.round(stage.clientHeight);
    if (width > 0 && height > 0) say({ type: "size", width: Math.min(width, 4096), height: Math.min(height, 4096) });
  }, 120);
}
new ResizeObserver(tellSize).observe(stage);
`;
