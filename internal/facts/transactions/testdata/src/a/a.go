package a

import "xorm.io/xorm"

var engine xorm.Engine

func New() *xorm.Session { // want New:"begins"
	s := engine.NewSession()
	if err := s.Begin(); err != nil {
		return nil
	}
	return s
}

// None is begun.
func Plain() *xorm.Session { return engine.NewSession() }

// On one path it is not.
func Maybe(begin bool) *xorm.Session {
	if begin {
		return New()
	}
	return engine.NewSession()
}

func Finish(s *xorm.Session, err error) error { // want Finish:"ends"
	if err != nil {
		return s.Rollback()
	}
	return s.Commit()
}

func Read(s *xorm.Session) error { return s.Ping() }
