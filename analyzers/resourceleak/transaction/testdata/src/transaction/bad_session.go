package transaction

import "errors"

// session is as those of mappers which begin a transaction on themselves.
type session struct{ open bool }

func (s *session) Begin() error     { s.open = true; return nil }
func (s *session) Commit() error    { s.open = false; return nil }
func (s *session) Rollback() error  { s.open = false; return nil }
func (s *session) Get(string) error { return errors.New("none") }

type provider interface {
	Tx() error
	Commit() error
	Rollback() error
	Get(id string) error
}

func newSession() *session { return new(session) }

func readAll(ids []string) error {
	s := newSession()
	if err := s.Begin(); err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Get(id); err != nil {
			return err // want `the transaction s, begun at line \d+, stays open on this return`
		}
	}
	return s.Commit()
}

func create(open func() (provider, error), id string) (string, error) {
	p, err := open()
	if err != nil {
		return "", err
	}
	if err := p.Tx(); err != nil {
		return "", err
	}
	if id == "" {
		return "", errors.New("no id") // want `the transaction p, begun at line \d+, stays open on this return`
	}
	if err := p.Get(id); err != nil {
		p.Rollback()
		return "", err
	}
	if err := p.Commit(); err != nil {
		return "", err
	}
	return id, nil
}
