import { createRoot } from 'react-dom/client';
import '@atlaskit/css-reset';
import './page.css';
import './screens/forms.css';
import './screens/tables.css';
import './shell/screens.css';
import { App } from './app';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lost its #root element.');
createRoot(root).render(<App />);
