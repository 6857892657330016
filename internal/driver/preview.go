package driver

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// A preview holds the files that a dry run does not write: the go command reads the content
// of earlier iterations through an overlay. So the iterations have the same result as in a
// run that writes.
type preview struct {
	dir     string            // for the files that stand in
	rounds  int               // a file that stands in is never changed: results are cached by its content and name
	content map[string][]byte // what stands in for a file
	replace map[string]string // by which file
}

// after returns the configuration with which the iteration after r sees its changes.
func (p *preview) after(r *round, cfg Config) (Config, error) {
	if p.content == nil {
		p.content, p.replace = make(map[string][]byte), make(map[string]string)
	}
	p.rounds++
	for _, c := range r.edited() {
		// Under its whole path, of which checks look at the directories.
		name := filepath.Join(p.dir, strconv.Itoa(p.rounds), strings.TrimPrefix(c.Name, filepath.VolumeName(c.Name)))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return cfg, fmt.Errorf("cannot preview: %w", err)
		}
		if err := os.WriteFile(name, c.New, 0o644); err != nil {
			return cfg, fmt.Errorf("cannot preview: %w", err)
		}
		p.content[c.Name], p.replace[c.Name] = c.New, name
	}
	overlay, err := writeOverlay(cfg, p.replace)
	if err != nil {
		return cfg, fmt.Errorf("cannot preview: %w", err)
	}
	cfg.overlay, cfg.replace = overlay, maps.Clone(p.replace)
	if r.required.modfile != "" {
		cfg.modfile = r.required.modfile
	}
	return cfg, nil
}

// lineBefore returns the line of the old text that a line of the new one was. One that is
// new is where its change begins.
func lineBefore(old, changed []byte, line int) int {
	count := func(text string) int { return strings.Count(text, "\n") }
	more := 0 // lines in the new text, by the changes so far
	for _, e := range udiff.Lines(string(old), string(changed)) {
		first := 1 + count(string(old[:e.Start]))
		added, removed := count(e.New), count(string(old[e.Start:e.End]))
		if line < first+more {
			break
		}
		if line < first+more+added {
			return first + min(line-first-more, max(removed-1, 0))
		}
		more += added - removed
	}
	return line - more
}
