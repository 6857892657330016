package clientnotimeout

import "net/http"

var declared http.Client

func GetDeclared(url string) error {
	resp, err := declared.Get(url) // want `declared.Get never returns when the server does not respond: nothing sets a Timeout of declared, and the request has no deadline`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func GetLocal(url string) error {
	var c http.Client
	resp, err := c.Get(url) // want `c.Get never returns when the server does not respond: nothing sets a Timeout of c`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
