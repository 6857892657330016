package receiveloop

import (
	"log"
	"net"
	"os"
)

// Nothing closes the listener; what fails is the process, which has too many files open.
func forever(ln *net.UnixListener) {
	for {
		conn, err := ln.AcceptUnix()
		if err != nil {
			log.Print(err)
			continue // want `loop at line \d+ spins once the process has no free file descriptor: after that ln.AcceptUnix returns its error immediately, and the loop calls it again`
		}
		conn.CloseWrite()
	}
}

// Others of the type are closed.
func listen(path string, serve func(net.Conn)) (net.Listener, error) {
	ln, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			conn, err := ln.Accept()

			if err != nil {
				log.Print(err)
				continue // want `spins once the process has no free file descriptor`
			}
			go serve(conn)
		}
	}()
	return ln, nil
}

func closeAll(list []net.Listener) {
	for _, ln := range list {
		ln.Close()
	}
}

type keyboard struct {
	file   *os.File
	quit   chan struct{}
	counts map[string]int
}

// What fails is only logged, by a function of the package; the loop asks for its end, not for that of
// the file.
func (k *keyboard) listen() {
	buf := make([]byte, 8)
	for {
		select {
		case <-k.quit:
			return
		default:
			n, err := k.file.Read(buf)
			if err != nil {
				k.logSometimes("read", err)
				continue // want `loop at line \d+ spins once k.file is at its end: after that k.file.Read returns its error immediately`
			}
			log.Print(buf[:n])
		}
	}
}

func (k *keyboard) logSometimes(what string, err error) {
	k.counts[what]++
	if k.counts[what]%100 == 0 {
		log.Print(what, err)
	}
}
