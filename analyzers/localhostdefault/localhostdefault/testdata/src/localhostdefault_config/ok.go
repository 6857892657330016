package config

import "net"

// No tag says that a configuration fills it in, or only one of messages.
type request struct {
	UsersURL string `json:"users_url"`
	MailURL  string
}

func newRequest() *request {
	return &request{UsersURL: "http://localhost:8091", MailURL: "http://localhost:8092"}
}

func (r *request) setDefaults() {
	r.UsersURL = "http://localhost:8091"
	if r.MailURL == "" {
		r.MailURL = "http://localhost:8092"
	}
}

// Made for a purpose, or changed: no default.
func forPort(port string) *Settings { return &Settings{Users: "http://localhost:" + port} }

func forUsers(note string) *Settings { return &Settings{Users: "http://localhost:8091", Note: note} }

func (s *Settings) override(local bool) {
	if local {
		s.Users = "http://localhost:8091"
	}
}

func (s *Settings) reset() error {
	s.Users = "http://localhost:8091"
	return nil
}

// Whose address it is stays open, or it is listened on.
type server struct {
	Address  string `yaml:"address"`
	Endpoint string `yaml:"endpoint"`
	Data     string `yaml:"data_addr"`
}

func defaultServer() *server {
	return &server{Address: "localhost:8080", Endpoint: "localhost:4317", Data: "localhost:9000"}
}

func (s *server) listen() (net.Listener, error) { return net.Listen("tcp", s.Data) }

// A closure's own value, for what it does with it.
var demo = func() string {
	s := Settings{Users: "http://localhost:8091"}
	return s.Users
}

// A list of servers is an example of one, or a test's.
var servers = []Settings{{Users: "http://localhost:8091"}}

// The host and port are listened on, as the field beside says.
type probe struct {
	UsersURL string `yaml:"users_url"`
	Listen   string `yaml:"listen"`
}

func defaultProbe() *probe {
	return &probe{UsersURL: "http://localhost:80/status", Listen: "localhost:80"}
}

// etcd configures the embedded server.
type etcd struct {
	UsersURL string `yaml:"users_url"`
}

func defaultEtcd() *etcd { return &etcd{UsersURL: "http://localhost:2379"} }
