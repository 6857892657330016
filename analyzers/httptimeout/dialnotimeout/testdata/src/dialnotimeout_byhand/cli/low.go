// Package cli is run by hand.
package cli

import "golang.org/x/crypto/ssh"

func connect(addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, config) // want `ssh.Dial blocks`
}
