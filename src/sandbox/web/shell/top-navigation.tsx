import { useState } from 'react';
import Button from '@atlaskit/button/new';
import DropdownMenu, { DropdownItem, DropdownItemGroup } from '@atlaskit/dropdown-menu';
import AddIcon from '@atlaskit/icon/core/add';
import SettingsIcon from '@atlaskit/icon/core/settings';
import Lozenge from '@atlaskit/lozenge';
import { CreateDialog } from '../screens/create-dialog';
import { listProjects } from '../calls/jira-calls';
import { useReply } from '../session/session';
import { AccountMenu } from './account-menu';
import { followInPage, RouteLink } from './routing';
import { IconMenu, ThemeMenu } from './theme';
import { RouteButton } from './page-states';
import './top-navigation.css';

export function TopNavigation() {
  return (
    <header className="top-navigation">
      <RouteLink to="/" className="product-name">
        Jira sandbox
      </RouteLink>
      <span className="stand-in">
        <Lozenge appearance="moved">Stand-in</Lozenge>
      </span>
      <nav aria-label="Jira" className="top-navigation-main">
        <ProjectsMenu />
        <RouteButton to="/issues" appearance="subtle">
          Search
        </RouteButton>
        <CreateButton />
      </nav>
      <nav aria-label="Settings and account" className="top-navigation-end">
        <ThemeMenu />
        <SettingsMenu />
        <AccountMenu />
      </nav>
    </header>
  );
}

function ProjectsMenu() {
  const { loaded } = useReply(listProjects);
  const projects = loaded.state === 'ready' ? loaded.value : [];
  return (
    <DropdownMenu trigger="Projects" isLoading={loaded.state === 'loading'}>
      <DropdownItemGroup>
        {projects.map(({ key, name }) => (
          <RouteItem key={key} to={`/projects/${key}`} description={key}>
            {name}
          </RouteItem>
        ))}
        <RouteItem to="/projects">View all projects</RouteItem>
        <RouteItem to="/portal/1">Help center</RouteItem>
      </DropdownItemGroup>
    </DropdownMenu>
  );
}

function CreateButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button appearance="primary" iconBefore={AddIcon} onClick={() => setOpen(true)}>
        Create
      </Button>
      <CreateDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function SettingsMenu() {
  return (
    <IconMenu icon={SettingsIcon} label="Settings">
      <DropdownItemGroup title="Jira admin settings">
        <RouteItem to="/settings/fields" description="Fields, contexts and their configuration">
          Custom fields
        </RouteItem>
        <RouteItem to="/settings/apps" description="Pages that apps add for Jira admins">
          Apps
        </RouteItem>
      </DropdownItemGroup>
      <DropdownItemGroup title="Personal settings">
        <RouteItem to="/settings/apps" description="Pages that apps add for you">
          Apps
        </RouteItem>
      </DropdownItemGroup>
    </IconMenu>
  );
}

interface RouteItemProps {
  to: string;
  description?: string;
  children: string;
}

function RouteItem({ to, description, children }: RouteItemProps) {
  return (
    <DropdownItem href={to} description={description} onClick={(event) => followInPage(event, to)}>
      {children}
    </DropdownItem>
  );
}
