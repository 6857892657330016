// Package xdb is a stub: it makes sessions.
package xdb

import "xorm.io/xorm"

var engine = &xorm.Engine{}

// NewSession returns a session with an open transaction.
func NewSession() *xorm.Session {
	s := engine.NewSession()
	if err := s.Begin(); err != nil {
		panic(err)
	}
	return s
}

// Plain returns a session that is in no transaction.
func Plain() *xorm.Session { return engine.NewSession() }

// Finish commits, or rolls back.
func Finish(s *xorm.Session, err error) error {
	if err != nil {
		return s.Rollback()
	}
	return s.Commit()
}
