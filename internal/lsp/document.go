package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A document is a file that is open in the editor.
type document struct {
	uri     string // as the client writes it
	path    string
	version int
	text    string // what the editor has, saved or not
}

func (s *server) didOpen(_ context.Context, p *didOpenParams) error {
	path, err := toPath(p.TextDocument.URI)
	if err != nil {
		return nil // not a file, of which there is nothing to say
	}
	s.mu.Lock()
	s.documents[path] = &document{uri: p.TextDocument.URI, path: path, version: p.TextDocument.Version, text: p.TextDocument.Text}
	s.mu.Unlock()
	s.saved(path)
	return nil
}

func (s *server) didChange(_ context.Context, p *didChangeParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc := s.document(p.TextDocument.URI); doc != nil && len(p.ContentChanges) > 0 {
		doc.version = p.TextDocument.Version
		doc.text = p.ContentChanges[len(p.ContentChanges)-1].Text // each is the whole text
	}
	return nil
}

func (s *server) didSave(_ context.Context, p *documentParams) error {
	if path, err := toPath(p.TextDocument.URI); err == nil {
		s.saved(path)
	}
	return nil
}

// didClose forgets a document, and its project what was found in a package of which no
// file is open any more.
func (s *server) didClose(_ context.Context, p *documentParams) error {
	path, err := toPath(p.TextDocument.URI)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	delete(s.documents, path)
	project := s.projects[moduleDir(path)]
	s.mu.Unlock()
	if project != nil {
		project.clear()
	}
	return nil
}

func (s *server) didChangeFolders(_ context.Context, p *didChangeFoldersParams) error {
	s.mu.Lock()
	for _, f := range p.Event.Removed {
		if path, err := toPath(f.URI); err == nil {
			s.folders = slices.DeleteFunc(s.folders, func(folder string) bool { return folder == path })
		}
	}
	for _, f := range p.Event.Added {
		if path, err := toPath(f.URI); err == nil {
			s.folders = append(s.folders, path)
		}
	}
	var open []string
	for path := range s.documents {
		open = append(open, path)
	}
	var projects []*project
	for _, p := range s.projects {
		projects = append(projects, p)
	}
	s.mu.Unlock()
	for _, p := range projects {
		p.clear()
	}
	for _, path := range open {
		s.saved(path)
	}
	return nil
}

func (s *server) didChangeWatched(_ context.Context, p *didChangeWatchedParams) error {
	for _, change := range p.Changes {
		path, err := toPath(change.URI)
		if err != nil {
			continue
		}
		s.mu.Lock()
		open := s.documents[path] != nil
		s.mu.Unlock()
		if !open {
			s.saved(path)
		}
	}
	return nil
}

// document returns the open document with a URI, nil if there is none.
func (s *server) document(uri string) *document {
	path, err := toPath(uri)
	if err != nil {
		return nil
	}
	return s.documents[path]
}

// saved starts a run for a file that is now on disk: of the packages of its module that
// are open, and of all modules if it is no Go file and may be their configuration.
func (s *server) saved(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return
	}
	if !strings.HasSuffix(path, ".go") {
		for _, p := range s.projects {
			p.start()
		}
		return
	}
	if s.documents[path] != nil && s.covers(path) {
		s.project(moduleDir(path)).start()
	} else if p := s.projects[moduleDir(path)]; p != nil {
		p.start()
	}
}

// covers reports whether a file is in one of the workspace's folders: what the editor
// shows of dependencies is not the user's to repair.
func (s *server) covers(path string) bool {
	return len(s.folders) == 0 || slices.ContainsFunc(s.folders, func(folder string) bool { return below(folder, path) })
}

// below reports whether a file is in a directory or below it.
func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// moduleDir returns the directory of the go.mod that a file belongs to; without one, that
// of the file.
func moduleDir(path string) string {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return filepath.Dir(path)
		}
	}
}

// openDirs returns the directories of a module in which Go files are open that exist.
func (s *server) openDirs(module string) []string {
	s.mu.Lock()
	var paths []string
	for path := range s.documents {
		if strings.HasSuffix(path, ".go") && below(module, path) && s.covers(path) {
			paths = append(paths, path)
		}
	}
	s.mu.Unlock()
	var dirs []string
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil && moduleDir(path) == module {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
