// Package zap is a stub.
package zap

import "os"

type Logger struct{ sink interface{ Sync() error } }

type Field struct{}

func NewProduction() (*Logger, error) { return new(Logger), nil }

func Error(err error) Field { return Field{} }

func (l *Logger) Info(msg string, fields ...Field) {}

func (l *Logger) Error(msg string, fields ...Field) {}

func (l *Logger) Fatal(msg string, fields ...Field) { os.Exit(1) }

func (l *Logger) Sync() error { return l.sink.Sync() }
