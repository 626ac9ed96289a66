//! Everything that an answer may look at, in one state: the editor, its settings, the open documents, the disk around
//! them and the documents of its folders.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gen_lsp_types::{Position, Range};
use tagdown::document::Document;
use tagdown::markdown::Link;
use tagdown::text::{Span, Units};
use tagdown_project::files::Target;
use tagdown_read::Counts;

use crate::client::Client;
use crate::documents::Open;
use crate::findings::{self, Checked};
use crate::ground::Ground;
use crate::links::{Goal, goal_from};
use crate::position::{Places, range_of, span_of};
use crate::project::Project;
use crate::settings::Settings;

/// One state of everything.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) client: Arc<Client>,
    pub(crate) settings: Settings,
    /// The open documents, by their address.
    pub(crate) documents: HashMap<String, Arc<Open>>,
    pub(crate) ground: Arc<Ground>,
    pub(crate) project: Arc<Project>,
    /// The tokens of what was counted before.
    pub(crate) counts: Arc<Counts>,
}

impl World {
    /// The state when an editor connects.
    pub(crate) fn new(client: Client) -> Self {
        let roots = client.roots.clone();
        Self {
            settings: client.settings.clone(),
            documents: HashMap::new(),
            ground: Arc::new(Ground::new(None, &client.options, &roots, std::iter::empty())),
            project: Arc::new(Project::new(&client.options, roots)),
            client: Arc::new(client),
            counts: Arc::default(),
        }
    }

    /// What a check of an open document finds.
    pub(crate) fn checked(&self, open: &Open) -> Arc<Checked> {
        open.checked(self.ground.state, || match self.target(open) {
            _ if open.is_config() => findings::checked_config(&open.text),
            Err(problem) => findings::unsettled(problem),
            Ok(target) => findings::checked(&self.ground, &target, &target.parse(&open.text)),
        })
    }

    /// An open document with its settings; or why it has none, or is too long to be parsed.
    pub(crate) fn target(&self, open: &Open) -> Result<Target, String> {
        let target = self.ground.target(open.path.as_deref())?;
        findings::too_long(&target, &open.text).map_or(Ok(target), Err)
    }

    /// The open document with this file.
    pub(crate) fn open_at(&self, path: &std::path::Path) -> Option<&Arc<Open>> {
        self.documents.values().find(|open| open.path.as_deref() == Some(path))
    }

    /// Whether plain headings and links are left to the editor's own server for Markdown.
    pub(crate) fn follows_links(&self) -> bool {
        self.settings.links.is_on(!self.client.is_vscode)
    }
}

/// A sign that nobody waits for an answer any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Nobody waits any more.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether nobody waits.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// An open document with everything around it.
#[derive(Clone, Copy)]
pub(crate) struct View<'v> {
    pub(crate) world: &'v World,
    pub(crate) open: &'v Open,
    pub(crate) target: &'v Target,
    pub(crate) document: &'v Document<'v>,
}

impl View<'_> {
    /// How the editor counts.
    pub(crate) fn units(&self) -> Units {
        self.world.client.units
    }

    /// A span as the editor writes it.
    pub(crate) fn range(&self, span: Span) -> Range {
        range_of(&self.document.source, span, self.units())
    }

    /// A converter for many spans.
    pub(crate) fn places(&self) -> Places<'_> {
        Places::new(&self.document.source, self.units())
    }

    /// The bytes of a range.
    pub(crate) fn span(&self, range: &Range) -> Span {
        span_of(&self.document.source, range, self.units())
    }

    /// The byte at a position.
    pub(crate) fn offset(&self, position: Position) -> usize {
        self.document.source.editor_offset(position.line as usize, position.character as usize, self.units())
    }

    /// Where a link of the document leads.
    pub(crate) fn goal(&self, link: &Link) -> Option<Goal> {
        goal_from(self.open.path.as_deref()?, &link.target)
    }

    /// What a check of it finds.
    pub(crate) fn checked(&self) -> Arc<Checked> {
        let View { world, open, target, document } = *self;
        open.checked(world.ground.state, || {
            if open.is_config() {
                findings::checked_config(&open.text)
            } else {
                findings::checked(&world.ground, target, document)
            }
        })
    }
}
