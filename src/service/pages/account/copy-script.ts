/** Shows a button that copies the created token. Without it the token is copied by hand. */
export const copyScript = `
const button = document.getElementById('copy');
button.hidden = false;
button.addEventListener('click', async () => {
  const field = document.getElementById('token');
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = 'Copied';
});
`;
