// Package xorm stands for the real one.
package xorm

type Engine struct{}

func (e *Engine) NewSession() *Session { return &Session{} }

type Session struct{}

func (s *Session) Begin() error                   { return nil }
func (s *Session) Commit() error                  { return nil }
func (s *Session) Rollback() error                { return nil }
func (s *Session) Close() error                   { return nil }
func (s *Session) Ping() error                    { return nil }
func (s *Session) Update(bean any) (int64, error) { return 1, nil }
