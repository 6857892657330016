package ackedbeforehandled_removed

import (
	"context"
	"os"
	"path/filepath"
)

// What cannot be sent is stored again.
func (s *spool) okStored(ctx context.Context) error {
	recs, err := s.next()
	if err != nil {
		return err
	}
	if err := s.send(ctx, recs); err != nil {
		return s.add(recs)
	}
	return nil
}

func (s *spool) add([]record) error { return nil }

// The file is a temporary one of the caller.
func okOutput(path string, use func([]byte) error) error {
	raw, err := take(path)
	if err != nil {
		return err
	}
	return use(raw)
}

func take(path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return raw, os.Remove(path)
}

// It is removed when it has been sent.
func (s *spool) okAfter(ctx context.Context) error {
	path := filepath.Join(s.dir, "head.json")
	raw, err := s.load(path)
	if err != nil {
		return err
	}
	if err := s.send(ctx, []record{{string(raw)}}); err != nil {
		return err
	}
	return os.Remove(path)
}

func (s *spool) load(path string) ([]byte, error) { return os.ReadFile(path) }
