package leftopen

import (
	"errors"
	"log"
	"net"
)

// Silent: an error that has a type is one, and there is no connection then.
func greet(addr string) {
	conn, err := net.Dial("tcp", addr)
	if _, ok := err.(*net.OpError); ok {
		log.Print("no network")
		return
	} else if err != nil {
		log.Print(err)
		return
	}
	defer conn.Close()
	_, _ = conn.Write([]byte("hello"))
}

func greetAs(addr string) {
	conn, err := net.Dial("tcp", addr)
	var failed *net.OpError
	if errors.As(err, &failed) {
		log.Print("no network")
		return
	}
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = conn.Write([]byte("hello"))
}
