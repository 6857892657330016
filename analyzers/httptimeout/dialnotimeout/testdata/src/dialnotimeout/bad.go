package dialnotimeout

import (
	"crypto/tls"
	"net"

	"golang.org/x/crypto/ssh"
)

func connect(addr string) (net.Conn, error) {
	return tls.Dial("tcp", addr, &tls.Config{}) // want `tls.Dial blocks for as long as the other side accepts and says nothing: nothing limits the handshake`
}

func copyFile(addr, user string, auth ssh.AuthMethod) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{User: user, Auth: []ssh.AuthMethod{auth}}) // want `ssh.Dial blocks for as long as the other side accepts and says nothing: its configuration has no Timeout`
}

func withVariable(addr, user string, auth ssh.AuthMethod) (*ssh.Client, error) {
	config := &ssh.ClientConfig{User: user}
	config.Auth = append(config.Auth, auth)
	return ssh.Dial("tcp", addr, config) // want `ssh.Dial blocks`
}
