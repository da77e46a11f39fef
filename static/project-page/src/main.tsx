import '@atlaskit/css-reset';
import './page.css';
import { view } from '@forge/bridge';
import { createRoot } from 'react-dom/client';
import { ProjectPage } from './project-page';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
void view.theme.enable();
createRoot(root).render(<ProjectPage />);
