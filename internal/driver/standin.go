package driver

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// standIns are empty files in place of those that packages embed and that are not there,
// mostly because the front end is not built. The go command refuses such packages and all that
// depend on them, the programs first of all; what is embedded has no part in an analysis.
type standIns struct {
	names   map[string]bool // of the files that are not there
	empty   string          // the file in their place
	overlay string          // a file for the go command's -overlay; "" without any
}

// replacements returns what the go command is to read in place of the files.
func (s *standIns) replacements() map[string]string {
	by := make(map[string]string)
	if s != nil {
		for name := range s.names {
			by[fileBeside(name, s.names)] = s.empty
		}
	}
	return by
}

// fileBeside returns a name that no other name has as its directory: one package may embed a directory and
// a file in it, of which neither is there.
//
//	//go:embed site
//	//go:embed site/_next/*.js
func fileBeside(name string, names map[string]bool) string {
	dir := name + string(filepath.Separator)
	for other := range names {
		if strings.HasPrefix(other, dir) {
			return fileBeside(filepath.Join(name, "empty"), names)
		}
	}
	return name
}

// flag returns the file that names the replacements, "" if there are none.
func (s *standIns) flag() string {
	if s == nil {
		return ""
	}
	return s.overlay
}

// notEmbedded are the go command's words for a pattern without a file.
var notEmbedded = []string{": no matching files found", ": contains no embeddable files"}

func embedsNothing(message string) bool {
	for _, words := range notEmbedded {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// standIn lets empty files stand in for those that the configured packages and their dependencies
// embed and that are not there, and reports whether it has found one. It looks for them if a
// problem says so.
func (cfg Config) standIn(ctx context.Context, problems []Problem) (bool, error) {
	if !slices.ContainsFunc(problems, func(p Problem) bool { return embedsNothing(p.Message) }) {
		return false, nil
	}
	loaded, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedForTest | packages.NeedEmbedPatterns | packages.NeedEmbedFiles,
		Dir:        cfg.Dir,
		Env:        cfg.environ(),
		BuildFlags: buildFlags(cfg),
		Tests:      true,
	}, patterns(cfg)...)
	if err != nil {
		return false, err
	}
	missing := make(map[string]bool)
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if !slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return embedsNothing(e.Msg) }) {
			return
		}
		for _, pattern := range p.EmbedPatterns {
			if name := absent(p.Dir, pattern); name != "" && !cfg.embedded.names[name] {
				missing[name] = true
			}
		}
	})
	return len(missing) > 0, cfg.embedded.add(cfg, missing)
}

// add lets an empty file stand in for each of the names.
func (s *standIns) add(cfg Config, names map[string]bool) error {
	if len(names) == 0 {
		return nil
	}
	dir, err := cfg.scratch.Sub("embedded")
	if err != nil {
		return err
	}
	s.empty = filepath.Join(dir, "empty")
	if err := os.WriteFile(s.empty, nil, 0o600); err != nil {
		return fmt.Errorf("cannot write a file to embed: %w", err)
	}
	if s.names == nil {
		s.names = make(map[string]bool)
	}
	maps.Copy(s.names, names)
	s.overlay, err = writeOverlay(cfg, nil)
	return err
}

// absent returns the name of a file that the pattern would match in the directory, "" if it
// matches one that is there. go/packages puts the directory before patterns.
func absent(dir, pattern string) string {
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, dir+string(filepath.Separator)), "all:")
	matches, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || slices.ContainsFunc(matches, holdsFile) {
		return ""
	}
	if len(matches) > 0 { // directories
		return filepath.Join(matches[0], "empty")
	}
	name := strings.NewReplacer("*", "empty", "?", "e").Replace(pattern)
	if ok, err := filepath.Match(pattern, name); !ok || err != nil {
		return ""
	}
	return filepath.Join(dir, name)
}

// holdsFile reports whether name is a file, or a directory with one that can be embedded.
func holdsFile(name string) bool {
	found := false
	_ = filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
		switch hidden := file != name && strings.ContainsAny(d.Name()[:1], "._"); {
		case err != nil:
			return err
		case hidden && d.IsDir():
			return fs.SkipDir
		case !hidden && d.Type().IsRegular():
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}
