package leftopen

import "golang.org/x/crypto/ssh"

// What is dialed through the jump host needs that for as long as it is open.
func dialThrough(jumpHost, addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	jump, err := ssh.Dial("tcp", jumpHost, config) // want `jump, opened here, is never closed`
	if err != nil {
		return nil, err
	}
	conn, err := jump.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c, err := ssh.NewClientConn(conn, addr, config)
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(c), nil
}
