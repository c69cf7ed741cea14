/** The picture of the pages in a browser's tab: a line that is drawn through what it reads. */
export const dashboardIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1d5bd6"/>
<path d="M8 7h7a9 9 0 0 1 0 18H8z" fill="none" stroke="#fff" stroke-width="3.5" stroke-linejoin="round"/>
<path d="M3 25 29 9" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>
</svg>
`;
