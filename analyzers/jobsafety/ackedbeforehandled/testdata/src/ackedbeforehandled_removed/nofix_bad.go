// Package ackedbeforehandled_removed keeps batches in files until they are sent.
package ackedbeforehandled_removed

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"
)

type record struct{ ID string }

type spool struct {
	dir  string
	send func(ctx context.Context, recs []record) error
}

// What cannot be sent is gone.
func (s *spool) replay(ctx context.Context) {
	for ctx.Err() == nil {
		recs, err := s.next()
		if err != nil {
			return
		}
		if err := s.send(ctx, recs); err != nil {
			log.Print(err)
		}
	}
}

func (s *spool) next() ([]record, error) {
	path := filepath.Join(s.dir, "head.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var recs []record
	if err := json.Unmarshal(raw, &recs); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	return recs, os.Remove(path) // want `what is in the file is lost when handling fails or the process exits: os\.Remove removes it before s\.send handles it at line 27`
}
