/** Pages of the site by path. */
export const pages: Readonly<Record<string, string>> = {
  "/": `<!doctype html><title>Home</title><h1>Home</h1>
    <a id="next" href="/next">Next page</a>
    <a id="popup" href="/next" target="_blank">New window</a>
    <a id="download" href="/file">Report</a>
    <button id="push" onclick="history.pushState({}, '', '/pushed')">Push</button>
    <button id="later" onclick="setTimeout(() => { location.href = '/next' }, 50)">Later</button>`,
  "/plain": `<!doctype html><title>Plain</title><p id="text">plain text</p>`,
  "/next": `<!doctype html><title>Next</title><p>next page</p>`,
  "/frames": `<!doctype html><title>Frames</title>
    <iframe name="inner" src="/inner"></iframe>`,
  "/inner": `<!doctype html><title>Inner</title><button onclick="this.textContent='pressed'">inside</button>`,
  "/form": `<!doctype html><title>Form</title>
    <label>Name <input id="name"></label> <input id="upload" type="file" multiple>
    <select id="color"><option>red</option><option>green</option></select>
    <label><input id="agree" type="checkbox"> I agree</label>
    <textarea id="notes" aria-label="Notes"></textarea>
    <button id="send" onclick="document.title='sent ' + document.querySelector('#name').value">Send</button>`,
  "/selectors": `<!doctype html><title>Selectors</title>
    <main><h2 class="head">Heading</h2><p data-testid="para">some words</p>
    <ul><li>one</li><li>two</li><li>three</li></ul>
    <label for="mail">Mail</label><input id="mail" placeholder="you@example.com">
    <img src="/dot.svg" alt="a dot"><my-box></my-box></main>
    <script>
      customElements.define('my-box', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<b class="deep">in the shadow</b>' }
      });
    </script>`,
  "/input": `<!doctype html><title>Input</title>
    <style>body{margin:0;height:3000px} div{position:absolute;width:80px;height:80px}
      #a{left:0;top:0;background:red} #b{left:200px;top:0;background:blue}</style>
    <div id="a" draggable="true"></div><div id="b"></div>
    <script>
      window.seen = [];
      for (const type of ['mousedown','mouseup','click','dblclick','contextmenu','wheel','keydown',
        'touchstart','touchend','dragstart','drop'])
        addEventListener(type, (e) => seen.push(type + (e.key ? ':' + e.key : '')), { passive: true });
      b.addEventListener('dragover', (e) => e.preventDefault());
      a.addEventListener('dragstart', (e) => e.dataTransfer.setData('text/plain', 'cargo'));
      b.addEventListener('drop', (e) => { e.preventDefault(); document.title = e.dataTransfer.getData('text/plain') });
    </script>`,
  "/talk": `<!doctype html><title>Talk</title>
    <button id="alert" onclick="alert('hello'); document.title='alerted'">a</button>
    <button id="confirm" onclick="document.title=String(confirm('sure?'))">c</button>
    <button id="prompt" onclick="document.title=String(prompt('name?','none'))">p</button>`,
  "/colours": `<!doctype html><title>Colours</title>
    <style>body{margin:0;background:#0a0} #box{width:100px;height:50px;background:#a00}
      #low{height:2000px}</style><div id="box"></div><div id="low"></div>`,
  "/coverage": `<!doctype html><title>Coverage</title><link rel="stylesheet" href="/sheet.css">
    <p class="on">text</p><script src="/code.js"></script>`,
  "/tree": `<!doctype html><title>Tree</title><main><h1>Title</h1><button>Go</button>
    <a href="/next">On</a></main>`,
  "/storage": `<!doctype html><title>Storage</title>`,
};
