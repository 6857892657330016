package leftopen

import (
	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// Close of the session leaves the connection open.
func sendBySession(addr string) error {
	conn, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "backup"}) // want `conn, opened here, is never closed`
	if err != nil {
		return err
	}
	session, err := sftp.NewClient(conn)
	if err != nil {
		return err
	}
	return session.Close()
}
