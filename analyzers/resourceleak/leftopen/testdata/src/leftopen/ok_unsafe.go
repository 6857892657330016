package leftopen

import (
	"io"
	"net"
	"sync/atomic"
	"time"
	"unsafe"
)

type uplink struct {
	w      io.Writer
	closer io.Closer
}

// The list of pointers has the connection.
func connectUplink(addr string, links []unsafe.Pointer, i int) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		up := uplink{w: conn, closer: conn}
		atomic.StorePointer(&links[i], unsafe.Pointer(&up))
		return
	}
}

func closeUplinks(links []unsafe.Pointer) {
	for i := range links {
		if up := (*uplink)(atomic.LoadPointer(&links[i])); up != nil {
			up.closer.Close()
		}
	}
}
