package outlivedcontext

import (
	"fmt"
	"net/http"
)

// The loop is there while the handler reads.
func (p *pollers) session(w http.ResponseWriter, r *http.Request) {
	p.add(r.Context(), r.FormValue("feed")) // want `the goroutine that p.add starts ends too early: r.Context\(\) is canceled when session returns`
	buf := make([]byte, 1024)
	for {
		n, err := r.Body.Read(buf)
		if err != nil {
			return
		}
		fmt.Fprintf(w, "%d\n", n)
	}
}
