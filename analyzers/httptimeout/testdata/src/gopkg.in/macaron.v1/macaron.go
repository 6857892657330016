// Package macaron stands for the real one.
package macaron

import "net/http"

type Macaron struct{}

func Classic() *Macaron { return &Macaron{} }

func (m *Macaron) ServeHTTP(http.ResponseWriter, *http.Request) {}
func (m *Macaron) Run(args ...interface{})                      {}
