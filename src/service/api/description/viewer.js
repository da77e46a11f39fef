const dark = window.matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColors);
followColors();

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  operationsSorter: 'alpha',
  defaultModelsExpandDepth: 0,
  // The badge would send the address of the description to another host.
  validatorUrl: null,
});
