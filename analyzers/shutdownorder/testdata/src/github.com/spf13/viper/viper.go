// Package viper stands for the real one.
package viper

func OnConfigChange(run func(in Event)) {}

func Unmarshal(v any) error { return nil }

func BindEnv(input ...string) error { return nil }

type Event struct{ Name string }
