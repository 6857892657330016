// Package stopnevercalled_kept passes workers to a package that stops them.
package stopnevercalled_kept

import (
	"stopnevercalled_kept/table"
	"stopnevercalled_kept/worker"
)

var workers table.Table

func addWorker() {
	w := worker.New()
	workers.Add(w)
}
