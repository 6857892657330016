// Package ssh stands for a library that a goroutine of a connection may run in.
package ssh

type Request struct{}

func DiscardRequests(in <-chan *Request) {
	for range in {
	}
}
