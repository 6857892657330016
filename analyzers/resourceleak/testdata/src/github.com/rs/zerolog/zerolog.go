// Package zerolog is a stub.
package zerolog

type Logger struct{ out func(string) }

type Event struct{ l *Logger }

func (l *Logger) Fatal() *Event { return &Event{l} }
func (l *Logger) Error() *Event { return &Event{l} }

func (e *Event) Err(err error) *Event { return e }

func (e *Event) Msg(msg string) { e.l.out(msg) }
