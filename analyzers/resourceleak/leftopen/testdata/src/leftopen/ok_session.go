package leftopen

import (
	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// Silent: both are closed.
func sendAndClose(addr string) error {
	conn, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "backup"})
	if err != nil {
		return err
	}
	defer conn.Close()
	session, err := sftp.NewClient(conn)
	if err != nil {
		return err
	}
	return session.Close()
}
