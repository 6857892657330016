package lostbatch

import (
	"io/fs"
	"path/filepath"
)

type tree struct {
	owners *owners
	dir    string
	files  map[string]string
}

type owners struct{ all map[*tree]bool }

// The map is made anew, and filled by the function that is passed on.
func (t *tree) refresh() error {
	t.files = make(map[string]string)
	return filepath.WalkDir(t.dir, func(path string, _ fs.DirEntry, err error) error {
		t.files[path] = t.dir
		return err
	})
}

func (t *tree) Close() { delete(t.owners.all, t) }
