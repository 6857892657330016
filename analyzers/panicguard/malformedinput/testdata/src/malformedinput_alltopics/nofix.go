// Package malformedinput_alltopics splits the topics of messages that may have a single part.
package malformedinput_alltopics

import (
	"log"
	"strings"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

func listen(client mqtt.Client) mqtt.Token {
	return client.Subscribe("devices/#", 1, onState)
}

func onState(_ mqtt.Client, m mqtt.Message) {
	log.Printf("%s: %s", strings.Split(m.Topic(), "/")[1], m.Payload()) // want `malformed input crashes the process: strings.Split\(m.Topic\(\), "/"\)\[1\] panics when there are fewer elements`
}
