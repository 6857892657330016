package pooled

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// The other half of a connection.
func stream(w http.ResponseWriter, r *http.Request, copyAll func()) {
	go func() {
		fmt.Fprintln(w, "begins") // want `the server reuses w when stream returns`
	}()
	for {
		copyAll()
		time.Sleep(time.Second)
	}
}

// The calls here pass a context that no server has, and importers may pass another one.
func (s *store) Sweep() { s.Remove(&gin.Context{}) }

func (s *store) Remove(c *gin.Context) {
	go s.record(c) // want `the server reuses c when Remove returns`
}
