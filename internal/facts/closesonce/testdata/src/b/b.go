// Package b has workers that other packages stop.
package b

type Worker struct{ stop chan struct{} }

func (w *Worker) Stop() { close(w.stop) } // want Stop:"closes .stop"
