package dialnotimeout

import (
	"crypto/tls"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

func connect(addr string) (net.Conn, error) {
	return tls.Dial("tcp", addr, &tls.Config{}) // want `tls.Dial blocks for as long as the other side accepts and says nothing: nothing limits the handshake`
}

func copyFile(addr, user string, auth ssh.AuthMethod) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{User: user, Auth: []ssh.AuthMethod{auth}}) // want `ssh.Dial blocks for as long as the other side accepts and says nothing: the Timeout of its configuration ends before the handshake`
}

func withVariable(addr, user string, auth ssh.AuthMethod) (*ssh.Client, error) {
	config := &ssh.ClientConfig{User: user}
	config.Auth = append(config.Auth, auth)
	return ssh.Dial("tcp", addr, config) // want `ssh.Dial blocks`
}

// The timeout is one of the connection, and does not limit what comes after.
func withTimeout(addr string) (*ssh.Client, error) {
	client, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{Timeout: time.Second}) // want `ssh.Dial blocks`
	if err != nil {
		return nil, err
	}
	return client, nil
}

func given(addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, config) // want `ssh.Dial blocks`
}
