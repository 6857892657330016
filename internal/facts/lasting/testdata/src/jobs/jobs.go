// Package jobs works on what lasts.
package jobs

import (
	"database/sql"
	"io"

	"table"
)

type Queue struct{ db *sql.DB }

func (q *Queue) Next() { // want Next:"lasting"
	q.done(q.take())
}

func (q *Queue) take() (id int) {
	q.db.QueryRow("select id from jobs").Scan(&id)
	return id
}

func (q *Queue) done(id int) { // want done:"lasting"
	func() { q.db.Exec("delete from jobs where id = ?", id) }()
}

func Sweep() { table.Clear("jobs") } // want Sweep:"lasting"

func Route() { table.Set(nil) }

func Twice(n int) { // want Twice:"lasting"
	if n > 0 {
		Twice(n - 1)
		Sweep()
	}
}

type publisher interface {
	Publish(string)
	Healthy() bool
}

func tell(p publisher) { p.Publish("x") } // want tell:"lasting"

func ask(p publisher) bool { return p.Healthy() }

// A function value may do anything, and is not known to.
func run(f func()) { f() }

// The standard library is known by the catalog.
func copyTo(w io.Writer) { w.Write(nil) } // want copyTo:"lasting"

// What implements an unexported interface of the package is known.
type detector interface{ Remove(string) }

type windows map[string]int

func (w windows) Remove(id string) { delete(w, id) }

func expire(d detector) { d.Remove("x") }

type rows interface{ Delete(string) }

type sqlRows struct{ db *sql.DB }

func (r *sqlRows) Delete(id string) { r.db.Exec("delete from jobs where id = ?", id) } // want Delete:"lasting"

func prune(r rows) { r.Delete("x") } // want prune:"lasting"
