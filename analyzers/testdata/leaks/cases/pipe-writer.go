//leak:pattern Writer of a pipe whose reader has left
//leak:source seen in services
//leak:silent the wait is inside io.Pipe, a package whose goroutines are not looked into

package cases

import (
	"fmt"
	"io"
)

func init() { All["pipe-writer"] = pipeWriter }

func pipeWriter() {
	r, w := io.Pipe()
	go func() {
		fmt.Fprintln(w, "one")
		fmt.Fprintln(w, "two")
		_ = w.Close()
	}()
	_, _ = r.Read(make([]byte, 4))
}
