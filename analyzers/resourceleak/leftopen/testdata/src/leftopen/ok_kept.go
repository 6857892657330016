package leftopen

import (
	"database/sql"
	"io"
	"os"
)

// The goroutine closes the file when it ends.
type spool struct {
	file *os.File
	done chan struct{}
}

func openSpool(path string) (*spool, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	s := &spool{file: file, done: make(chan struct{})}
	go s.run()
	return s, nil
}

func (s *spool) run() {
	defer s.file.Close()
	<-s.done
}

func (s *spool) Close() { close(s.done) }

// All that is kept as an io.Closer is closed.
type group struct{ closers []io.Closer }

func (g *group) open(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	g.closers = append(g.closers, file)
	return nil
}

func (g *group) Close() error {
	for _, c := range g.closers {
		if err := c.Close(); err != nil {
			return err
		}
	}
	return nil
}

// Who embeds the database is closed by its callers.
type records struct {
	*sql.DB
	path string
}

func openRecords(path string) (*records, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	return &records{db, path}, nil
}

func (s *records) Stop() { s.path = "" }

// Others may close what the accessor returns.
type holder struct{ file *os.File }

func hold(path string) (*holder, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &holder{file: file}, nil
}

func (h *holder) File() *os.File { return h.file }

func (h *holder) Stop() {}

var _ = []any{openJournal, (*lazy).Start, (*sender).Send, newCatalog, openSpool, (*group).open, openRecords, hold}
