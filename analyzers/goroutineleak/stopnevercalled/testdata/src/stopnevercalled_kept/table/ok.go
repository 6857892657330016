// Package table stops the workers that it is passed.
package table

import "stopnevercalled_kept/worker"

type Table struct{ all []*worker.Worker }

func (t *Table) Add(w *worker.Worker) { t.all = append(t.all, w) }

func (t *Table) Shutdown() {
	for _, w := range t.all {
		w.Stop()
	}
}

// Count looks at a worker, and does not keep it.
func (t *Table) Count(w *worker.Worker) int { return w.Total() }
