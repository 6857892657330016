package lifecycle

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"time"
)

// mailLimit is how long SendMail takes at most if its context has no deadline.
const mailLimit = time.Minute

// SendMail is [smtp.SendMail], and ends with ctx: it returns an error that wraps ctx.Err() when
// ctx is done, at whatever point of the conversation the server has fallen silent. Without a
// deadline it takes a minute at most. Like smtp.SendMail it uses TLS where the server offers
// it, and fails if a is not nil and the server knows no authentication.
//
// An error after the message has been handed over does not say that it was not sent.
func SendMail(ctx context.Context, addr string, a smtp.Auth, from string, to []string, msg []byte) error {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, mailLimit)
		defer cancel()
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() }) // which ends what waits for the server
	defer stop()
	if err := mail(conn, host, a, from, to, msg); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		}
		return err
	}
	return nil
}

// mail has the conversation with the server.
func mail(conn net.Conn, host string, a smtp.Auth, from string, to []string, msg []byte) error {
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return err
	}
	if ok, _ := c.Extension("STARTTLS"); ok {
		if err := c.StartTLS(&tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}); err != nil {
			return err
		}
	}
	if a != nil {
		if ok, _ := c.Extension("AUTH"); !ok {
			return errors.New("the mail server knows no authentication")
		}
		if err := c.Auth(a); err != nil {
			return err
		}
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	for _, addr := range to {
		if err := c.Rcpt(addr); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(msg); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}
