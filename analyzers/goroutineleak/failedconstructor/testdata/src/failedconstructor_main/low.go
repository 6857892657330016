package main

import (
	"fmt"
	"log"
	"net"
)

// The process ends with the failure.
func listenBoth(first, second string) ([]net.Listener, error) {
	a, err := net.Listen("tcp", first)
	if err != nil {
		return nil, err
	}
	b, err := net.Listen("tcp", second)
	if err != nil {
		return nil, err // want `listenBoth fails here`
	}
	return []net.Listener{a, b}, nil
}

func init() {
	if _, err := listenBoth(":1", ":2"); err != nil {
		log.Fatal(err)
	}
}

// So it does where a loop over what is configured leaves with the first failure.
func greeted(addr string) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(c, "HELO"); err != nil {
		return nil, err // want `greeted fails here`
	}
	return c, nil
}

func connectAll(list []string) error {
	for i := 0; i < len(list); i++ {
		c, err := greeted(list[i])
		if err != nil {
			return err
		}
		_ = c.Close()
	}
	return nil
}

func init() {
	if err := connectAll(nil); err != nil {
		panic(err)
	}
}
