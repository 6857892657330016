// Package viper is a stub.
package viper

type Event struct{ Name string }

type Viper struct{}

func New() *Viper { return &Viper{} }

func (v *Viper) GetString(key string) string { return "" }

func (v *Viper) OnConfigChange(run func(in Event)) {}
